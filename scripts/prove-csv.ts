// npm run prove:csv: random tables, written by our own writer and read by two independent readers; then opened in LibreOffice, where no
// cell may be a formula. Without the protection some must be: otherwise nothing is proved.
import { fidelityOf, written } from '../proofs/csv.ts'
import { openInLibreOffice, readers } from '../proofs/csv-readers.ts'
import { randomTables } from '../proofs/csv-tables.ts'

const count = Number(process.argv[2] ?? 10_000)
const fileCount = 20
const tablesPerFile = 40
const delimiters = [',', ';', '\t'] as const

const tables = randomTables(count)
console.log('| read by | tables | cells | cells that came back as others |\n| --- | --- | --- | --- |')
const verdicts = readers.map((reader) => {
  reader.see()
  const { cells, different } = fidelityOf(reader, tables)
  console.log(`| ${reader.name} | ${tables.length} | ${cells} | ${different} |`)
  return different
})

const batches = Array.from({ length: fileCount }, (_, index) => tables.slice(index * tablesPerFile, (index + 1) * tablesPerFile))
const opened = (protectFormulas: boolean) =>
  openInLibreOffice(batches.map((batch, index) => written(batch, { protectFormulas, delimiter: delimiters[index % delimiters.length] })))
const [guarded, bare] = [opened(true), opened(false)]
console.log('| opened in LibreOffice | files | cells | formulas |\n| --- | --- | --- | --- |')
console.log(`| as written | ${fileCount} | ${guarded.cells} | ${guarded.formulas} |`)
console.log(`| with the protection off, where there must be some | ${fileCount} | ${bare.cells} | ${bare.formulas} |`)

const holds = verdicts.every((different) => different === 0) && guarded.formulas === 0 && bare.formulas > 0 && guarded.cells > 0
console.log(holds ? 'every cell came back, and none of them calculates' : 'NOT PROVED')
process.exitCode = holds ? 0 : 1
