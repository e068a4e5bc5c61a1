import { EmulatorError } from '../../../emulator/engine/checking/emulator-error.ts'
import type { ControlAnswer, ControlArguments, ControlKey } from '../../../emulator/host/control-api/control-api.ts'
import { ControlClient } from '../../../emulator/scenario/control-client/control-client.ts'

/** The emulator that an agent controls. */
export interface Controlled {
  /** Origin of the server. */
  readonly origin: string
  readonly controlToken: string | undefined
}

/** A refusal of the control API, with its code. */
export class Refused extends EmulatorError {
  readonly code: string

  constructor(code: string, message: string) {
    super(`${code}: ${message}`)
    this.code = code
  }
}

/** A world of the emulator, as tools reach it. */
export class AgentWorld {
  /** Root of the REST API. */
  readonly apiUrl: string
  readonly realtimeUrl: string
  readonly #origin: string
  readonly #world: string | undefined
  readonly #client: ControlClient

  /** `world`: the id of a world beside the main one. */
  constructor({ origin, controlToken }: Controlled, world: string | undefined) {
    const root = world === undefined ? origin : `${origin}/w/${encodeURIComponent(world)}`
    this.apiUrl = `${root}/v1`
    this.realtimeUrl = `${this.apiUrl.replace(/^http/, 'ws')}/realtime`
    this.#origin = origin
    this.#world = world
    this.#client = new ControlClient(`${root}/__emulator`, { token: controlToken })
  }

  /** Calls the control API and returns its JSON. Throws `Refused`, or `EmulatorError` if no emulator answers. */
  async control<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<ControlAnswer<K>> {
    return (await this.text(key, ...input)) as ControlAnswer<K>
  }

  /** JSON that a call answers, or the text of a file. Throws as `control` does. */
  async text<K extends ControlKey>(key: K, ...input: ControlArguments<K>): Promise<unknown> {
    const { status, body } = await this.#client.request(key, ...input).catch((error: unknown) => {
      throw new EmulatorError(`the emulator at ${this.#origin} does not answer: ${(error as Error).message}`)
    })
    if (status < 400) return body
    const { error = 'refused', message = JSON.stringify(body) } = body as { error?: string; message?: string }
    if (error === 'world_not_found' && message.includes(`'${this.#world}'`))
      throw new Refused(error, `there is no world '${this.#world}'; arrange {"new_world": {}} makes one`)
    throw new Refused(error, message.replaceAll('query parameter ', ''))
  }
}

/** JSON of an agent, whose shape the server checks. */
export function unchecked(json: unknown): never {
  return json as never
}
