"""Evolution: breeding, selection, the generation loop, and the files of a run."""

from __future__ import annotations

from typing import TYPE_CHECKING

from senet_gp.runtime import public_names

if TYPE_CHECKING:
    from senet_gp.evolution.configuration.config import Config as Config
    from senet_gp.evolution.configuration.config import ResolvedConfig as ResolvedConfig
    from senet_gp.evolution.configuration.config_files import read_config as read_config
    from senet_gp.evolution.configuration.kinds import FitnessEvaluation as FitnessEvaluation
    from senet_gp.evolution.configuration.options import AUTO as AUTO
    from senet_gp.evolution.configuration.options import option as option
    from senet_gp.evolution.configuration.parts import PARTS as PARTS
    from senet_gp.evolution.configuration.parts import Part as Part
    from senet_gp.evolution.configuration.registration import credit as credit
    from senet_gp.evolution.configuration.registration import operator as operator
    from senet_gp.evolution.configuration.registration import part as part
    from senet_gp.evolution.configuration.registration import suite as suite
    from senet_gp.evolution.evaluation.final import choose_champion as choose_champion
    from senet_gp.evolution.evaluation.protocol import Credit as Credit
    from senet_gp.evolution.evaluation.protocol import Evaluation as Evaluation
    from senet_gp.evolution.evaluation.protocol import Outcomes as Outcomes
    from senet_gp.evolution.evaluation.protocol import Suite as Suite
    from senet_gp.evolution.evaluation.protocol import Tests as Tests
    from senet_gp.evolution.evaluation.protocol import evaluation_by as evaluation_by
    from senet_gp.evolution.evaluation.protocol import points_of as points_of
    from senet_gp.evolution.loop.evolution import Evolution as Evolution
    from senet_gp.evolution.loop.state import Generation as Generation
    from senet_gp.evolution.loop.state import State as State
    from senet_gp.evolution.loop.toolbox import toolbox_for as toolbox_for
    from senet_gp.evolution.record.run_directory import RunDirectory as RunDirectory
    from senet_gp.evolution.run.run import RunHooks as RunHooks
    from senet_gp.evolution.run.run import operators_from as operators_from
    from senet_gp.evolution.run.run import play_run as play_run

__getattr__, __dir__, __all__ = public_names(__name__, __file__)
