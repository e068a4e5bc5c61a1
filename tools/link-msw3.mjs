/**
 * Puts msw 3 where the tests, the matrix and the benchmarks look for it. It is installed in tools/newer-node, because npm warns of it on
 * Node 20, where it does not run.
 */
import { rmSync, symlinkSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

const link = fileURLToPath(new URL('../node_modules/msw3', import.meta.url))
rmSync(link, { force: true, recursive: true })
symlinkSync(fileURLToPath(new URL('./newer-node/node_modules/msw3', import.meta.url)), link, 'junction')
