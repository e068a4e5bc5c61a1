/** Orders to the process that keeps vitest up, and its answers. */

export type DriverOrder =
  | { readonly kind: 'open' | 'modules' }
  | { readonly kind: 'run'; readonly files: readonly string[] }

export type DriverAnswer =
  | { readonly kind: 'opened'; readonly files: readonly string[] }
  | { readonly kind: 'modules'; readonly modules: LoadedModules }
  | { readonly kind: 'ran'; readonly files: readonly FileEnd[]; readonly unhandled: readonly string[] }
  | { readonly kind: 'failed'; readonly why: string }

/** How a run of a test file ended. */
export interface FileEnd {
  /** Absolute. */
  readonly path: string
  readonly isPassed: boolean
  /** `test` is undefined for a failure of the file or of a hook. */
  readonly failures: readonly { readonly test: string | undefined; readonly message: string }[]
}

/** Absolute paths of the modules that each test file loads, itself included; those that all rest on are left out. */
export type LoadedModules = Readonly<Record<string, readonly string[]>>
