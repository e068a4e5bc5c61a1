/** Rules that oxlint does not bring: `new Date()` and `Date()` read the machine's clock, `new Date(value)` does not. */
const noMachineDate = {
  meta: { type: 'problem', schema: [] },
  create(context) {
    const check = (node) => {
      if (node.callee.type !== 'Identifier' || node.callee.name !== 'Date') return
      if (node.type === 'NewExpression' && node.arguments.length > 0) return
      context.report({ node, message: 'This reads the clock of the machine. Use the clock of the world, so that a run can be repeated.' })
    }
    return { NewExpression: check, CallExpression: check }
  },
}

export default { meta: { name: 'house' }, rules: { 'no-machine-date': noMachineDate } }
