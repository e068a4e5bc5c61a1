import { Store } from '../store.ts'

const KEPT = 'svc-emulator-steps'

/** Steps that the user kept for a scenario, stored for this tab. */
export class KeptSteps extends Store {
  readonly #storage: Storage | undefined
  #steps: readonly string[]

  constructor(storage: Storage | undefined) {
    super()
    this.#storage = storage
    this.#steps = JSON.parse(storage?.getItem(KEPT) ?? '[]') as string[]
  }

  get steps(): readonly string[] {
    return this.#steps
  }

  add(step: string): void {
    this.#set([...this.#steps, step])
  }

  remove(index: number): void {
    this.#set(this.#steps.filter((_, each) => each !== index))
  }

  clear(): void {
    this.#set([])
  }

  /** Formats all steps as a scenario file. */
  scenario(name: string): string {
    const steps = this.#steps.map((step) => step.replaceAll(/^/gm, '  ')).join('\n')
    return `scenario: 1\nname: ${name}\nsteps:\n${steps}\n`
  }

  #set(steps: readonly string[]): void {
    this.#steps = steps
    this.#storage?.setItem(KEPT, JSON.stringify(steps))
    this.changed()
  }
}
