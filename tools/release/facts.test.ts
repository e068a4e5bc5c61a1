import { expect, it } from 'vitest'
import { readText } from '../write.ts'
import {
  factProblems,
  facts,
  filledChooser,
  filledDockerfile,
  filledManifest,
  filledPage,
  playAddress,
  withImage,
} from './facts.ts'

const real = {
  repository: 'https://git.example/a/svc-emulator',
  homepage: 'https://svc.example',
  package: '@a/svc-emulator',
  author: 'A',
  image: 'ghcr.io/a/svc-emulator',
  security: 'https://git.example/a/svc-emulator/security',
}

it('takes facts that are complete', () => {
  expect(factProblems(real)).toEqual([])
})

it('names each fact that is missing, unknown or a placeholder', () => {
  const { image, ...others } = { ...real, author: 'PLACEHOLDER' }
  expect(factProblems({ ...others, imge: image })).toEqual([
    `'image' is missing`,
    `'imge' is unknown; expected repository, homepage, package, author, image, security`,
    `'author' is still a placeholder: PLACEHOLDER`,
  ])
})

it('takes no name for the package that programs do not import', () => {
  expect(factProblems({ ...real, package: 'emulator' })).toEqual([
    `'package' is emulator; expected svc-emulator or @scope/svc-emulator`,
  ])
})

it('leaves no placeholder in a file that it fills', () => {
  const filled = [
    filledManifest(readText('package.json'), real),
    filledDockerfile(readText('Dockerfile'), real),
    filledChooser(readText('.github/ISSUE_TEMPLATE/config.yml'), real),
    filledPage(readText('README.md'), real),
    filledPage(readText('SECURITY.md'), real),
    ...['.github/workflows/release.yml', 'docs/containers.md'].map((path) => withImage(readText(path), real)),
  ]
  expect(filled.filter((text) => text.includes('PLACEHOLDER'))).toEqual([])
  expect(filled.join('\n')).toContain('image: ghcr.io/a/svc-emulator:')
})

it('fills what was filled before, so that a second name replaces the first', () => {
  const first = withImage(readText('docs/containers.md'), real)
  expect(withImage(first, { ...real, image: 'ghcr.io/b/svc-emulator' })).not.toContain('ghcr.io/a/')
  expect(filledPage(filledPage(readText('SECURITY.md'), real), facts)).toBe(readText('SECURITY.md'))
})

it('names the page of releases where the repository is known', () => {
  const page = readText('docs/run-locally.md')
  expect(filledPage(page, facts)).toBe(page)
  expect(filledPage(page, real)).toContain(
    `attached to each release, on [the page of releases of the repository](${real.repository}/releases/latest).\n`,
  )
})

it('invites to the playground where it is published', () => {
  const page = '<!-- release: play -->\n<!-- /release -->\n'
  expect(filledPage(page, real)).toContain('(https://svc.example/play.html#try=GET%20/orgs/acme&as=none)')
  expect(filledPage(page, { ...real, homepage: 'https://placeholder.invalid/PLACEHOLDER/x#readme' })).not.toContain(
    'http',
  )
  expect(playAddress({ ...real, homepage: 'https://svc.example/docs/#readme' })).toBe(
    'https://svc.example/docs/play.html',
  )
})

it('shows no badges of an address that does not exist', () => {
  const page = '<!-- release: badges -->\n<!-- /release -->\n'
  expect(filledPage(page, { ...real, repository: 'https://placeholder.invalid/PLACEHOLDER/x' })).toBe(page)
  expect(filledPage(page, real)).toContain('https://www.npmjs.com/package/@a/svc-emulator')
})
