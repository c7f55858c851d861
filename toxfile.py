"""A plugin of tox for this project: a Python that is not on the machine is skipped, and that is no failure.

tox fails where all that it was asked for is skipped. So `tox -e py312` where there is no Python 3.12 runs the
environment `interpreters` besides, which says so: it is neither a failure nor passed over in silence.
"""

from tox.config.sets import ConfigSet
from tox.plugin import impl
from tox.session.env_select import CliEnv
from tox.session.state import State

TRIALS = {"py311", "py312", "py313"}
INTERPRETERS = "interpreters"


@impl
def tox_add_core_config(core_conf: ConfigSet, state: State) -> None:
    """Let the environment that names the interpreters run with trials that stand alone."""
    del core_conf
    asked = list(state.conf.options.env or ())
    if asked and set(asked) <= TRIALS:
        state.conf.options.env = CliEnv([*asked, INTERPRETERS])
