import { expect, it } from 'vitest'
import { readText } from '../write.ts'
import { auditProblems, bundledPackages } from './audit.ts'

const licences = `ws 8.23.0 (MIT)\n\nCopyright (c) somebody\n\n${'-'.repeat(80)}\n\n@noble/hashes 2.4.0 (MIT)\n\nThe MIT License (MIT)`

it('finds the packages that are bundled', () => {
  expect(bundledPackages(licences)).toEqual(['ws', '@noble/hashes'])
})

it('tells what is known against packages that reach users, and not against those that build them', () => {
  const advisory = { title: 'Denial of service', url: 'https://advisories.example/1' }
  const vulnerabilities = {
    ws: { severity: 'high', range: '<9', via: [advisory, 'tls'] },
    esbuild: { severity: 'high', range: '<1', via: [advisory] },
  }
  expect(auditProblems(JSON.stringify({ vulnerabilities }), ['ws', 'yaml'])).toEqual([
    'ws <9: high: Denial of service (https://advisories.example/1); by tls',
  ])
  expect(auditProblems('{"vulnerabilities":{}}', ['ws'])).toEqual([])
})

it('tells a registry that does not answer from one that knows nothing', () => {
  expect(auditProblems('{"message":"405 Method Not Allowed","statusCode":405}', ['ws'])).toBeUndefined()
})

it('is asked by CI', () => {
  expect(readText('.ci/run')).toContain('npm run audit')
})
