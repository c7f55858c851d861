// A bolt on Storm's storm.js, which does what its inputs say: see spec/multilang.md.
//
// It is given the folder that has storm.js, and what it is to be: `basic` or `holding`. storm.js has one class of bolts, whose
// `process` is given a function to call when it is done. A holding bolt never calls it, and acks and fails by itself.

'use strict';

const path = require('path');

const [folder, kind] = process.argv.slice(2);
const storm = require(path.resolve(folder, 'storm.js'));
const holding = kind === 'holding';

class Doer extends storm.BasicBolt {
    initialize(conf, context, done) {
        this.act(conf['ackproof.deeds'], 0, null, done);
    }

    process(given, done) {
        const deeds = Array.isArray(given.values[0]) ? given.values[0] : [];
        this.act(deeds, 0, null, () => {
            if (!holding) {
                done();
            }
        });
    }

    // Does the deeds from a place on. The task ids of an emission come later, so the rest is done when they do.
    act(deeds, place, heard, done) {
        for (let next = place; next < deeds.length; next += 1) {
            const deed = deeds[next];
            if (deed.do === 'emit') {
                const details = {
                    tuple: [deed.name, heard, deed.text === undefined ? '' : deed.text],
                    anchorTupleId: deed.anchors,
                };
                if (deed.task === undefined) {
                    this.emit(details, (taskIds) => this.act(deeds, next + 1, taskIds, done));
                    return;
                }
                this.emitDirect({...details, task: deed.task});
            } else if (deed.do === 'ack') {
                this.ack({id: deed.id});
            } else if (deed.do === 'fail') {
                this.fail({id: deed.id});
            } else if (deed.do === 'raise') {
                throw new Error(deed.text);
            } else if (deed.do === 'print') {
                console.log(deed.text);
            } else if (deed.do === 'log') {
                this.logInfo(deed.text);
            }
        }
        done();
    }
}

new Doer().run();
