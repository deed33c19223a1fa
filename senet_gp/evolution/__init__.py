"""Evolution: breeding, selection, the generation loop, and the files of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime.public_names import public_names

if TYPE_CHECKING:
    from senet_gp.evolution.config import Config as Config
    from senet_gp.evolution.config_files import read_config as read_config
    from senet_gp.evolution.evaluation.protocol import Credit as Credit
    from senet_gp.evolution.evaluation.protocol import Evaluation as Evaluation
    from senet_gp.evolution.evaluation.protocol import Outcomes as Outcomes
    from senet_gp.evolution.evaluation.protocol import Suite as Suite
    from senet_gp.evolution.evaluation.protocol import Tests as Tests
    from senet_gp.evolution.evaluation.protocol import evaluation_by as evaluation_by
    from senet_gp.evolution.evaluation.protocol import points_of as points_of
    from senet_gp.evolution.evaluation.registry import CreditRow as CreditRow
    from senet_gp.evolution.evaluation.registry import SuiteRow as SuiteRow
    from senet_gp.evolution.evaluation.registry import register_credit as register_credit
    from senet_gp.evolution.evaluation.registry import register_suite as register_suite
    from senet_gp.evolution.final import choose_champion as choose_champion
    from senet_gp.evolution.loop import Evolution as Evolution
    from senet_gp.evolution.operator_rows import OperatorOption as OperatorOption
    from senet_gp.evolution.operator_rows import OperatorRow as OperatorRow
    from senet_gp.evolution.operator_rows import register_operator as register_operator
    from senet_gp.evolution.run import RunHooks as RunHooks
    from senet_gp.evolution.run import operators_from as operators_from
    from senet_gp.evolution.run import play_run as play_run
    from senet_gp.evolution.run_directory import RunDirectory as RunDirectory
    from senet_gp.evolution.state import Generation as Generation
    from senet_gp.evolution.state import State as State
    from senet_gp.evolution.toolbox import toolbox_for as toolbox_for

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
