import { expect, it } from 'vitest'
import { readRunLink } from '../../../emulator/scenario/run-link.ts'
import type { Scenario } from '../../../emulator/scenario/schema.ts'
import { writeRunAddress } from './run-address.ts'

const scenario: Scenario = { scenario: 1, name: 'recorded', steps: [{ http: 'GET /users/me' }] }

it('is that of this page where it is a playground, without its place', async () => {
  const address = await writeRunAddress(scenario, 'https://svc.example/play.html#/timeline/3')
  expect(address).toMatch(/^https:\/\/svc\.example\/play\.html#run=[\w-]+$/)
  expect(await readRunLink(address.slice(address.indexOf('#')))).toEqual(scenario)
  expect(await writeRunAddress(scenario)).toMatch(/^play\.html#run=/)
})

it('is not made for a run that is too long', async () => {
  const steps = Array.from({ length: 900 }, (_, n) => ({ http: `GET /users/${(n * 7919 ** 2).toString(36)}` }))
  await expect(writeRunAddress({ ...scenario, steps })).rejects.toThrow('save the run as a scenario instead')
})
