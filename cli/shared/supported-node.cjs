'use strict'

// Read by whatever Node there is, so in the words of 2009; the rest of a command may be beyond it.

/** Ends a command that this Node cannot run. The versions are those of `engines` in package.json. */
module.exports = function supportedNode(command, process) {
  var numbers = /^v?(\d+)\.(\d+)/.exec(process.versions.node)
  var major = Number(numbers[1])
  var minor = Number(numbers[2])
  if ((major === 20 && minor >= 19) || (major === 22 && minor >= 12) || major > 22) return
  process.stderr.write(
    command +
      ': this is Node ' +
      process.versions.node +
      '; it needs Node 20 from 20.19 on, or 22.12 or newer (' +
      process.execPath +
      ')\n',
  )
  process.exit(1)
}
