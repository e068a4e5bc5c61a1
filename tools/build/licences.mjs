import { readFile, readdir } from 'node:fs/promises'

/** The files that went into what these builds wrote. */
export function listInputs(metafiles) {
  return metafiles.flatMap(({ outputs }) => Object.values(outputs).flatMap((output) => Object.keys(output.inputs)))
}

// Licences whose conditions the text of the licence beside the code fulfils.
const permitted = ['MIT', 'ISC', 'BSD-2-Clause', 'BSD-3-Clause', '0BSD', 'Apache-2.0', 'BlueOak-1.0.0']

/** Problems of the licences of bundled packages, one per line, from the collected text. */
export function licenceProblems(text) {
  return text.split(separator).flatMap((section) => {
    const [, name, licence] = /^(\S+ \S+) \((.*)\)/.exec(section) ?? []
    if (name === undefined) return [`a section of the licences names no package: ${section.slice(0, 60)}`]
    if (!permitted.includes(licence)) return [`${name} is bundled under ${licence}; expected ${permitted.join(', ')}`]
    return section.includes('\n') ? [] : [`${name} is bundled without the text of its licence`]
  })
}

const separator = `\n\n${'-'.repeat(80)}\n\n`

/** The licences of the packages that these files belong to, as one text. */
export async function collectLicences(inputs) {
  const folders = new Set(inputs.map(packageFolder).filter((folder) => folder !== undefined))
  const sections = await Promise.all([...folders].map(readLicence))
  return [...new Set(sections)].sort().join(separator)
}

function packageFolder(input) {
  return /^[^:]*node_modules\/(?:@[^/]+\/)?[^/]+/.exec(input)?.[0]
}

async function readLicence(folder) {
  const { name, version, license } = JSON.parse(await readFile(`${folder}/package.json`, 'utf8'))
  const file = (await readdir(folder)).find((entry) => /^licen[cs]e/i.test(entry))
  const text = file === undefined ? '' : `\n\n${(await readFile(`${folder}/${file}`, 'utf8')).trim()}`
  return `${name} ${version} (${license})${text}`
}
