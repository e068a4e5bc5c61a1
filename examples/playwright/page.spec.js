import { expect, test as base } from 'svc-emulator/playwright'

// The page, opened for ada in the world of this test.
const test = base.extend({
  async page({ page, emulator }, use) {
    const open = () => page.goto(`/#${new URLSearchParams({ api: emulator.baseUrl, key: 'svc-key-ada-admin' })}`)
    await use(Object.assign(page, { open }))
  },
})

test('shows the organizations of the user', async ({ page, emulator }) => {
  await page.open()
  await expect(page.getByRole('listitem')).toHaveText(['acme', 'ada-lab'])
  await expect(emulator).toHaveReceived({ endpoint: 'GET /users/me/orgs', caller: 'ada' }, { times: 1 })
})

test('creates one', async ({ page, emulator }) => {
  await page.open()
  await page.getByLabel('Alias').fill('mine')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('listitem')).toHaveText(['acme', 'ada-lab', 'mine'])
  await expect(emulator).toHaveReceived({ endpoint: 'POST /orgs', params: { alias: 'mine' } })
})

test('says that an alias is taken, and another test sees nothing of this world', async ({ page }) => {
  await page.open()
  await page.getByLabel('Alias').fill('acme')
  await page.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('alert')).toHaveText('This alias is taken.')
  await expect(page.getByRole('listitem')).toHaveText(['acme', 'ada-lab'])
})

test.describe('when the service fails', () => {
  test.use({
    scenario: {
      scenario: 1,
      name: 'orgs-fail',
      about: 'The listing of organizations fails.',
      triggers: [{ when: { endpoint: 'GET /users/me/orgs' }, do: { fail: { error: 'internal_error' } } }],
    },
  })

  test('says so', async ({ page }) => {
    await page.open()
    await expect(page.getByRole('alert')).toHaveText('Something went wrong. Try again.')
  })
})
