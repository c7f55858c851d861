"""`tools/scale.py`: its logs have the named properties, the fit finds an existing model, and the page is generated."""

from collections import Counter

import numpy as np
import pytest
from acking import PROFILES
from ackproof_adapters.kernel.kernel import Kernel
from ackproof_adapters.routing import ackers_of
from attrs import asdict

from tools import scale
from tools.scale import FITTED, PREDICTED, ScaleRun


@pytest.mark.parametrize(("acks", "hot"), [(1, 0), (4, 80)])
def test_a_log_has_the_open_roots_and_the_skew_that_it_names(acks: int, hot: int) -> None:
    """Its trees are acked, except those that are open at its end."""
    run = ScaleRun(way="parquet", millions=1, cores=1, acker_tasks=8, open_roots=1_000, acks=acks, hot=hot)
    kernel, notified, most_open, of_shards = Kernel(PROFILES["storm2"]), 0, 0, Counter[int]()
    for batch in scale.batches_of(run):
        root = batch.column("root").to_numpy()
        acker = batch.column("acker").to_numpy(zero_copy_only=False)
        of_shards.update(np.where(np.isnan(acker), ackers_of(root, 8), acker).astype(int).tolist())
        op = batch.column("op").indices.to_numpy().astype(np.int8)
        spout_task = batch.column("spout_task").fill_null(0).to_numpy()
        notified += len(kernel.receive(op, root, batch.column("value").to_numpy(), spout_task).at)
        most_open = max(most_open, kernel.pending)
    assert (run.notified, 1_000) == (notified, most_open)
    expected = run.of_shards
    assert all(of_shards[acker] == pytest.approx(expected[acker], rel=0.1) for acker in range(8))


def test_the_fit_finds_a_model_that_is_there() -> None:
    """It finds each coefficient from runs without noise; and its predictions are exact."""
    truth = {"call": 0.5, "message": 1e-7, "notification": 2e-8, "open": 5e-9, "run": 1e-5}
    costs = {
        run.name: {
            "cpu": sum(truth[name] * value for name, value in scale.cpu_terms(run).items()),
            "busiest": 1.0 + 1e-8 * run.of_busiest,
            "memory": 1e8 + 1.5 * run.table_bytes,
        }
        for run in (*FITTED, *PREDICTED)
    }
    model = scale.fit(costs)
    for run in PREDICTED:
        for quantity in scale.QUANTITIES:
            assert costs[run.name][quantity] == pytest.approx(scale.predicted(model, run, quantity), rel=1e-6)


def test_no_run_is_both_fitted_and_predicted_and_the_list_is_the_one_that_was_committed() -> None:
    """A prediction of a fitted run would prove nothing."""
    assert not {run.name for run in FITTED} & {run.name for run in PREDICTED}
    assert scale.read()["listed"] == [asdict(run) for run in PREDICTED]


def test_the_page_is_made_of_what_was_measured() -> None:
    """Its tables are those that the tool makes of `scale.json`."""
    page = scale.PAGE.read_text(encoding="utf-8")
    assert page == scale.made(page, scale.read())
