import { EmulatorError } from '../../engine/checking/emulator-error.ts'
import type { CountedRecords } from '../../engine/matching/schema-expect.ts'
import { withPendingWorkDone } from '../../engine/world/with-pending-work-done.ts'
import type { Emulator } from '../../host/emulator.ts'
import { hostOf } from '../../host/instance-of.ts'
import type { Scenario } from '../schema.ts'
import { Session } from '../steps/session.ts'
import { InProcessTarget } from '../targets/in-process.ts'
import { perform, type Action, type Observation } from './action.ts'
import { findExpectations, gradeWorld, type Grade } from './task.ts'

/** An answer to `step`, or to `reset`, which has no reward yet. */
export interface Stepped<Observed> {
  readonly observation: Observed
  readonly reward: number | null
  readonly done: boolean
}

/** The task, which an agent observes first. */
export interface TaskObservation {
  readonly scenario: string
  readonly about: string
}

/** State of an episode; before the first `reset` there is none. */
export interface EnvironmentState extends Partial<Grade> {
  readonly episode_id: string | null
  readonly step_count: number
  readonly seed?: number
  readonly max_steps?: number
  readonly done?: boolean
}

export interface EpisodeOptions {
  readonly episodeId?: string | undefined
  readonly maxSteps?: number | undefined
}

interface Episode {
  readonly id: string
  readonly seed: number
  readonly maxSteps: number
  readonly emulator: Emulator
  readonly session: Session
  steps: number
  done: boolean
}

const MAX_STEPS = 50

/** A scenario as the environment of an agent. Each episode is a fork of its world. */
export class Environment {
  readonly #base: Emulator
  readonly #scenario: Scenario
  readonly #maxSteps: number
  readonly #expected: readonly CountedRecords[]
  #episode: Episode | undefined

  /** `base` is in the world of the scenario, and stays so. */
  constructor(base: Emulator, scenario: Scenario, maxSteps: number = MAX_STEPS) {
    this.#base = base
    this.#scenario = scenario
    this.#maxSteps = maxSteps
    this.#expected = findExpectations(scenario)
    if (this.#grade(base).reward === 1)
      throw new EmulatorError(
        `makeEnvironment: all that ${scenario.name} expects holds at the start, so that an agent that does nothing would pass`,
      )
  }

  /** Ends the episode, and begins another. Its seed draws ids and chance. */
  reset(seed: number = hostOf(this.#base).world.seed, options: EpisodeOptions = {}): Stepped<TaskObservation> {
    const emulator = this.#base.fork({ seed })
    this.close()
    const { name, about = '', as, keys = {} } = this.#scenario
    const target = new InProcessTarget(emulator)
    const { episodeId: id = `${name}-${seed}`, maxSteps = this.#maxSteps } = options
    const session = new Session(target, as, target.learn(keys))
    this.#episode = { id, seed, maxSteps, emulator, session, steps: 0, done: false }
    return { observation: { scenario: name, about }, reward: null, done: false }
  }

  /**
   * Does what the agent decided. The episode is done when all expectations hold, or after so many steps. Rejects with
   * `EmulatorError`, and counts no step, where the action is none or the episode is over.
   */
  async step(action: Action): Promise<Stepped<Observation>> {
    const episode = this.#current()
    if (episode.done) throw new EmulatorError('step: the episode is over; `reset` begins another')
    const observation = await perform(action, episode.session, this.#scenario.as ?? 'none')
    episode.steps++
    const { reward } = this.#grade(episode.emulator)
    episode.done = reward === 1 || episode.steps >= episode.maxSteps
    return { observation, reward, done: episode.done }
  }

  state(): EnvironmentState {
    if (this.#episode === undefined) return { episode_id: null, step_count: 0 }
    const { id, seed, maxSteps, steps, done } = this.#episode
    return { episode_id: id, step_count: steps, seed, max_steps: maxSteps, done, ...this.grade() }
  }

  /** Lists the expectations, each with its difference where it does not hold, and their share. */
  grade(): Grade {
    return this.#grade(this.#current().emulator)
  }

  /** The emulator of the episode: its world and its journal. */
  get emulator(): Emulator {
    return this.#current().emulator
  }

  /** Ends the episode. */
  close(): void {
    this.#episode?.session.close()
    this.#episode = undefined
  }

  #current(): Episode {
    if (this.#episode === undefined) throw new EmulatorError('there is no episode: `reset` begins one')
    return this.#episode
  }

  #grade(emulator: Emulator): Grade {
    return gradeWorld(this.#expected, withPendingWorkDone(hostOf(emulator).world))
  }
}
