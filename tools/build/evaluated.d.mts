import type { Plugin } from 'esbuild'

export declare function evaluatedModules(plugins?: readonly Plugin[]): Plugin
