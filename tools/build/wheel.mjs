import { createHash } from 'node:crypto'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { strToU8, zipSync } from 'fflate'

/** Earliest time that a zip can hold: the same sources give the same bytes. */
const mtime = '1980-01-01T00:00:00'

/** Writes the plugin for pytest as a wheel into a folder: pip installs it without an index and without setuptools. */
export async function writeWheel(source, folder) {
  const project = await readFile(join(source, 'pyproject.toml'), 'utf8')
  const field = (name) => new RegExp(`^${name} = "(.*)"$`, 'm').exec(project)[1]
  const entry = /\[project\.entry-points\.pytest11\]\n(.*)\n/.exec(project)[1]
  const [version, name] = [pythonVersion(field('version')), 'pytest_svc_emulator']
  const info = `${name}-${version}.dist-info`
  const metadata = [
    'Metadata-Version: 2.1',
    `Name: ${field('name')}`,
    `Version: ${version}`,
    `Summary: ${field('description')}`,
    'License: MIT',
    'Classifier: Framework :: Pytest',
    `Requires-Python: ${field('requires-python')}`,
    ...JSON.parse(/^dependencies = (.*)$/m.exec(project)[1]).map((each) => `Requires-Dist: ${each}`),
  ]
  const files = {
    ...(await readModules(join(source, 'src', name), name)),
    [`${info}/METADATA`]: strToU8(`${metadata.join('\n')}\n`),
    [`${info}/WHEEL`]: strToU8(
      'Wheel-Version: 1.0\nGenerator: svc-emulator\nRoot-Is-Purelib: true\nTag: py3-none-any\n',
    ),
    [`${info}/entry_points.txt`]: strToU8(`[pytest11]\n${entry.replaceAll('"', '')}\n`),
  }
  const record = Object.entries(files).map(([path, bytes]) => `${path},sha256=${digest(bytes)},${bytes.length}`)
  files[`${info}/RECORD`] = strToU8(`${[...record, `${info}/RECORD,,`].join('\n')}\n`)
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, `${name}-${version}-py3-none-any.whl`), zipSync(files, { mtime }))
}

/** A version as Python writes it: `1.2.0rc1` for 1.2.0-rc.1. */
export function pythonVersion(version) {
  return version.replace(/-(a|b|rc)\w*\.?(\d+)/, '$1$2')
}

async function readModules(folder, name) {
  const names = (await readdir(folder)).filter((each) => /\.py$|^py\.typed$/.test(each)).sort()
  return Object.fromEntries(
    await Promise.all(
      names.map(async (each) => [`${name}/${each}`, new Uint8Array(await readFile(join(folder, each)))]),
    ),
  )
}

function digest(bytes) {
  return createHash('sha256').update(bytes).digest('base64url')
}
