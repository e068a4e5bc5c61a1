import { expect, it } from 'vitest'
import { reportPage } from './report-page.ts'

it('takes the title for text and the body for markup, and asks the network for nothing', () => {
  const page = reportPage('a <b> & c', '<p>x</p>')
  expect(page).toContain('<title>a &#60;b&#62; &#38; c</title>')
  expect(page).toContain('<body>\n<p>x</p>\n</body>')
  expect(page).toContain("default-src 'none'")
})
