import type { ClockChoice, ClockMode, RealTime } from './clock.ts'

/** Time that the clock of a world follows: that of the machine, or of a test's timers. */
export class FollowedTime {
  readonly clock: ClockChoice
  /** Time at the rate of the clock; undefined for a virtual one that was given none. */
  readonly own: RealTime | undefined
  #source: RealTime | undefined
  /** World time minus the followed one. */
  #offset = 0
  #isFollowing = false

  constructor(clock: ClockChoice, own: RealTime | undefined, now: number) {
    this.clock = clock
    this.own = own
    this.#source = own
    this.goOnFrom(now)
  }

  /** `real` for a clock that moves by itself, at whatever rate. */
  get mode(): ClockMode {
    return this.clock === 'virtual' && !this.#isFollowing ? 'virtual' : 'real'
  }

  /** True while it follows other time than its own. */
  get isFollowing(): boolean {
    return this.#isFollowing
  }

  /** World time that it has come to; `now` for a clock that stands still. */
  reached(now: number): number {
    return this.mode === 'virtual' || this.#source === undefined ? now : this.#source.now() + this.#offset
  }

  /** Goes on from a world time. */
  goOnFrom(now: number): void {
    this.#offset = now - (this.#source?.now() ?? 0)
  }

  /** World time was moved beside it. */
  moved(milliseconds: number): void {
    this.#offset += milliseconds
  }

  /** Follows other time from a world time on; its own for undefined. */
  follow(other: RealTime | undefined, now: number): void {
    this.#source = other ?? this.own
    this.#isFollowing = other !== undefined
    this.goOnFrom(now)
  }
}
