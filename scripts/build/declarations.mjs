import { execFile } from 'node:child_process'
import { mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Declarations of the library entries and of all that these name, under `types/` with the folders of the sources.
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
    const folder = resolve(directory, 'types')
    await removeUnnamed(folder, entries)
    return await nameOutputs(folder)
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

/** The compiler declares every file that it reads; three in four of them no declaration of an entry names. */
async function removeUnnamed(folder, entries) {
  const named = new Set(entries.map(({ source }) => source.replace(/\.ts$/, '.d.ts')))
  for (const name of named) {
    const text = await readFile(join(folder, name), 'utf8')
    for (const [, path] of text.matchAll(/(?:from|import|module)\s*\(?\s*['"](\.[^'"]*)\.ts['"]/g)) named.add(join(dirname(name), `${path}.d.ts`))
  }
  const files = (await readdir(folder, { recursive: true })).filter((name) => name.endsWith('.d.ts'))
  await Promise.all(files.filter((name) => !named.has(name)).map((name) => rm(join(folder, name))))
}
