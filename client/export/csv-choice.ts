import { CsvOptions, isCsv } from '#shared/export.ts'
import type { ExportFormat } from '#shared/export-format.ts'

/** The format of a CSV file that nobody changed. */
export const defaultCsv: CsvOptions = CsvOptions.parse({})

type FileChoice = { format: ExportFormat; csv: CsvOptions }

/** Whether a file of the format contains CSV, so that its settings matter. */
export const containsCsv = (format: ExportFormat): boolean => format === 'csv' || format === 'csv.gz'

const isDefault = (csv: CsvOptions): boolean =>
  csv.bom === defaultCsv.bom && csv.protectFormulas === defaultCsv.protectFormulas && csv.delimiter === defaultCsv.delimiter

/** The format of the file as a part of a request, which leaves out the defaults. */
export const fileIn = ({ format, csv }: FileChoice): Partial<FileChoice> => ({
  ...(!isCsv({ format }) && { format }),
  ...(containsCsv(format) && !isDefault(csv) && { csv }),
})

/** For a program that reads the file: exactly the values, and nothing that only a spreadsheet needs. */
export const programCsv: CsvOptions = { bom: false, protectFormulas: false, delimiter: ',' }

/** For Excel. It splits columns at semicolons where the comma stands within numbers. */
export const excelCsv = (language?: string): CsvOptions => ({
  ...defaultCsv,
  delimiter: new Intl.NumberFormat(language).format(1.5).includes(',') ? ';' : ',',
})
