import type { Plugin } from 'esbuild'

export function bundleModules(
  library: readonly object[],
  commands: readonly object[],
  programs: readonly object[],
  directory: string,
  peers: readonly string[],
  plugins?: readonly Plugin[],
): Promise<unknown>
