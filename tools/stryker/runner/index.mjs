// A test runner for Stryker: vitest in one thread that stays, so that the modules are imported once and not once for every mutant.
import { declareClassPlugin, PluginKind } from '@stryker-mutator/api/plugin'
import { KeptRunner } from './kept-runner.mjs'

export const strykerPlugins = [declareClassPlugin(PluginKind.TestRunner, 'kept', KeptRunner)]
