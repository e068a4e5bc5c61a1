interface Runtime {
  readonly process?: { readonly versions?: { readonly node?: string | undefined } | undefined } | undefined
}

/**
 * Refuses a runtime that is too old for the package, where an import would end in a `TypeError` somewhere inside it.
 * `list` is checked for a method of 2023, which Node 18 lacks.
 */
export function refuseOldRuntime(list: object = Array.prototype, { process }: Runtime = globalThis as Runtime): void {
  if ('toSorted' in list) return
  const node = process?.versions?.node
  throw new Error(
    node === undefined
      ? 'svc-emulator needs a runtime with the JavaScript of 2023: this one has no Array.prototype.toSorted'
      : `svc-emulator needs Node 20 from 20.19 on, or 22.12 or newer; this is Node ${node}`,
  )
}
