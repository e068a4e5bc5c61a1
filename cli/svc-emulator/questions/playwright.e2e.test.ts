import { expect, it } from 'vitest'
import type { QuestionsReport } from '../../../emulator/lab/questions/report.ts'
import { createProject } from '../../../tests/helpers/project.ts'

/** A file of Playwright, whose tests have a world each. */
const orgsOfPlaywright = `
import { expect, test } from 'svc-emulator/playwright'
test('shows the name of an organization', async ({ api, request }) => {
  const answer = await request.get(api.baseUrl + '/orgs/acme', { headers: { 'X-API-Key': 'svc-key-ada-admin' } })
  expect((await answer.json()).org.name).toBe('Acme')
})
`

it('asks a suite of Playwright, and names its tests that fail', async () => {
  const project = createProject({
    'browser/playwright.config.ts': `export default { reporter: 'line' }`,
    'browser/orgs.spec.ts': orgsOfPlaywright,
  })
  try {
    const line = '--only A-16,A-45,A-349 --reporter json --jobs 1 -- npx playwright test --config browser'
    const { exit, output } = await project.run(`node_modules/.bin/svc-emulator questions ${line}`)
    expect({ exit, output }).toMatchObject({ exit: 0 })
    const { questions: found, notMet } = JSON.parse(output.slice(output.indexOf('{'))) as QuestionsReport
    expect(found).toMatchObject([
      {
        alternative: 'A-16/1',
        effect: 'failure',
        tests: ['browser/orgs.spec.ts > shows the name of an organization'],
      },
    ])
    expect(notMet).toBe(3)
  } finally {
    await project.remove()
  }
})
