import { CsvOptions } from '#shared/export.ts'

/** The format of a CSV file that nobody changed. */
export const defaultCsv: CsvOptions = CsvOptions.parse({})

/** The format as a part of a request, which leaves out the default. */
export const csvIn = ({ csv }: { csv: CsvOptions }): { csv?: CsvOptions } =>
  csv.bom === defaultCsv.bom && csv.protectFormulas === defaultCsv.protectFormulas && csv.delimiter === defaultCsv.delimiter ? {} : { csv }

/** For a program that reads the file: exactly the values, and nothing that only a spreadsheet needs. */
export const programCsv: CsvOptions = { bom: false, protectFormulas: false, delimiter: ',' }

/** For Excel. It splits columns at semicolons where the comma stands within numbers. */
export const excelCsv = (language?: string): CsvOptions => ({
  ...defaultCsv,
  delimiter: new Intl.NumberFormat(language).format(1.5).includes(',') ? ';' : ',',
})
