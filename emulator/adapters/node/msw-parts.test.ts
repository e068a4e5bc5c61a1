import { expect, it } from 'vitest'
import { refuseOldNode } from './msw-parts.ts'

it('says which msw goes with an old Node', () => {
  expect(() => refuseOldNode({}, 'v20.20.2')).toThrow(
    'msw 3 needs Node 22.12 or later, and this is Node v20.20.2: npm install --save-dev msw@2',
  )
})

it('lets a Node pass that has what msw 3 calls', () => {
  expect(() => refuseOldNode({ withResolvers: () => {} }, 'v22.12.0')).not.toThrow()
})
