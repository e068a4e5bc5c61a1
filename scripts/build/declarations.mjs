import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Declarations of everything reachable from the library entries, under `types/` with the folders of the sources.
 * Types are not checked here (`npm run types` does that). Answers what declarations alone can get wrong, such as an inferred
 * type that cannot be named; '' when nothing is.
 */
export async function emitDeclarations(entries, directory) {
  if (entries.length === 0) return ''
  const folder = 'node_modules/.cache/svc-emulator'
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: resolve('.'),
      outDir: resolve(directory, 'types'),
    },
    files: entries.map(({ source }) => resolve(source)),
    include: [],
  }
  await mkdir(folder, { recursive: true })
  const file = `${folder}/tsconfig.${process.pid}.json`
  await writeFile(file, JSON.stringify(config))
  try {
    // Several threads would each infer the types anew, twice the work, and the bundler has the other processors. With the default of
    // GOGC a quarter of the time goes to collecting garbage, for 20 MB less.
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', file, '--singleThreaded'], { env: { ...process.env, GOGC: '400' } })
    return await nameOutputs(resolve(directory, 'types'))
  } catch (error) {
    return error.stdout || error.message
  }
}

/**
 * TypeScript keeps `./x.ts` in declarations; it resolves that to `x.d.ts`, but other tools look for a file of that name. Answers the
 * constants that became `any`, as one whose type rests on itself does here without a word.
 */
async function nameOutputs(folder) {
  const lost = []
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.d.ts'))
  for (const name of files) {
    const file = `${folder}/${name}`
    const text = await readFile(file, 'utf8')
    await writeFile(file, text.replaceAll(/((?:from|import|module)\s*\(?\s*['"]\.[^'"]*)\.ts(?=['"])/g, '$1.js'))
    for (const [, constant] of text.matchAll(/^export declare const (\w+): any(?:\[\])?;$/gm)) lost.push(`${name}: the type of ${constant} was lost: give it one`)
  }
  return lost.join('\n')
}
