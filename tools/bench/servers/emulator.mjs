// The emulator under measurement: `node emulator.mjs '{"fixtures": […]}' [folder whose build it is]`.
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { tell } from './tell.mjs'

const [options = '{}', folder = '.'] = process.argv.slice(2)
const built = (file) => import(pathToFileURL(resolve(folder, 'dist', file)).href)
const [{ createEmulator }, { startServer }] = [await built('index.js'), await built('server.js')]
const server = await startServer({ emulator: createEmulator(JSON.parse(options)) })
tell(Number(new URL(server.url).port))
