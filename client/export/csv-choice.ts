import { CsvOptions } from '#shared/export.ts'

/** The format of a CSV file that nobody changed. */
export const defaultCsv: CsvOptions = CsvOptions.parse({})

/** The format as a part of a request, which leaves out the default. */
export const csvIn = ({ csv }: { csv: CsvOptions }): { csv?: CsvOptions } =>
  csv.bom === defaultCsv.bom && csv.protectFormulas === defaultCsv.protectFormulas && csv.delimiter === defaultCsv.delimiter ? {} : { csv }
