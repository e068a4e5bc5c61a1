import { execFile } from 'node:child_process'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { promisify } from 'node:util'

/**
 * Declarations of the library entries and of all that these name, under `types/` with the folders of the sources.
 * Types are not checked here (`npm run types` does that). Answers what declarations alone can get wrong, such as an inferred
 * type that cannot be named; '' when nothing is.
 */
export async function emitDeclarations(entries, directory) {
  if (entries.length === 0) return ''
  const folder = resolve(`node_modules/.cache/svc-emulator/declarations.${process.pid}`)
  const config = {
    extends: resolve('tsconfig.json'),
    compilerOptions: {
      noEmit: false,
      noCheck: true,
      declaration: true,
      emitDeclarationOnly: true,
      rootDir: resolve('.'),
      outDir: folder,
    },
    files: entries.map(({ source }) => resolve(source)),
    include: [],
  }
  await mkdir(folder, { recursive: true })
  const file = `${folder}/tsconfig.json`
  await writeFile(file, JSON.stringify(config))
  try {
    // Several threads would each infer the types anew, twice the work, and the bundler has the other processors. With the default of
    // GOGC a quarter of the time goes to collecting garbage, for 20 MB less.
    await promisify(execFile)(process.execPath, ['node_modules/typescript/bin/tsc', '-p', file, '--singleThreaded'], {
      env: { ...process.env, GOGC: '400' },
    })
    const texts = await namedFrom(folder, entries)
    // How a declaration is read depends on the package.json above it.
    const commonJs = entries.filter(({ modulesOnly }) => !modulesOnly)
    await writeAll(join(directory, 'types'), texts)
    await writeAll(join(directory, 'cjs/types'), await namedFrom(folder, commonJs))
    return lostTypes(texts)
  } catch (error) {
    return error.stdout || error.message
  } finally {
    await rm(folder, { recursive: true })
  }
}

/** Syntax that refers to another declaration. */
const reference = /((?:from|import|module)\s*\(?\s*['"])(\.[^'"]*)\.ts(?=['"])/g

/**
 * The text of each declaration that an entry names, or one that it names, by its path: the compiler declares every file that it reads, and
 * three in four are not. TypeScript keeps `./x.ts` in them; it resolves that to `x.d.ts`, but other tools look for a file of that name.
 */
async function namedFrom(folder, entries) {
  const texts = new Map()
  let found = entries.map(({ source }) => source.replace(/\.ts$/, '.d.ts'))
  while (found.length > 0) {
    const read = await Promise.all(found.map(async (name) => [name, await readFile(join(folder, name), 'utf8')]))
    for (const [name, text] of read) texts.set(name, text.replaceAll(reference, '$1$2.js'))
    const named = read.flatMap(([name, text]) =>
      Array.from(text.matchAll(reference), ([, , path]) => join(dirname(name), `${path}.d.ts`)),
    )
    found = [...new Set(named)].filter((name) => !texts.has(name))
  }
  return texts
}

async function writeAll(folder, texts) {
  const folders = new Set(Array.from(texts.keys(), (name) => dirname(join(folder, name))))
  await Promise.all(Array.from(folders, (each) => mkdir(each, { recursive: true })))
  await Promise.all(Array.from(texts, ([name, text]) => writeFile(join(folder, name), text)))
}

/** The constants that became `any`, as one whose type rests on itself does here without a word. */
function lostTypes(texts) {
  return [...texts]
    .flatMap(([name, text]) =>
      Array.from(
        text.matchAll(/^export declare const (\w+): any(?:\[\])?;$/gm),
        ([, constant]) => `${name}: the type of ${constant} was lost: give it one`,
      ),
    )
    .join('\n')
}
