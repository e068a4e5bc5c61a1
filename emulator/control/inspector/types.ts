/**
 * What the parts of the inspector share. Each part is one function that runs in the page: it is sent as its own text, so it
 * may use what it is given and what a browser has, and nothing else of this file's surroundings.
 */
export interface Inspector {
  /** A call of the control API; throws its message when it is refused. */
  // oxlint-disable-next-line typescript/no-explicit-any
  call(method: string, path: string, body?: unknown): Promise<any>
  /** A streaming call: `heard` is given each event. Returns the function that ends it. */
  listen(path: string, heard: (event: { id: number; data: string }) => void): () => void
  /** An element: `h('button', { class: 'quiet', onclick }, 'Save')`. Text is never read as HTML. */
  h(tag: string, attributes?: Record<string, unknown>, ...children: (Node | string | null | undefined)[]): HTMLElement
  /** Adds a page with its entry in the navigation. `show` runs each time that it is opened. */
  page(name: string, title: string, show: (root: HTMLElement) => void | Promise<void>): void
  /** Goes to a page, or shows it again. */
  open(name: string): void
  /** Says something for a moment. */
  say(text: string, bad?: boolean): void
  /** Runs what a button does: says what went wrong, and brings the head of the page up to date. */
  act(work: () => Promise<unknown>): Promise<void>
  /** Statements of the contract by id. */
  statement(id: string): Promise<string>
  /** Called when world time or anything else of the head may have changed. */
  refresh(): Promise<void>
  /** JSON to read. */
  json(value: unknown): HTMLElement
  /** Where the control API is: `/__emulator`. */
  readonly base: string
}

export type Part = (inspector: Inspector) => void
