import type { Plugin } from 'esbuild'

export declare const evaluatedModules: Plugin
