import { readdirSync } from 'node:fs'
import { join } from 'node:path'

/** Source files below a folder of the checkout, without tests, by their path in it. */
export function sourceFiles(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.(?:test|case|property|sample)\.|\.d\.ts$/.test(name))
    .map((name) => join(folder, name))
    .toSorted()
}
