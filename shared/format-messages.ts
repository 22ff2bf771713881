/** Messages about the formats of exports. They are not part of `messages`, because only exports need them. */
export const formatMessages = {
  csvOnly: 'Only CSV files can be downloaded at once: other formats are made by a job',
  cellsCut: (count: number) =>
    `${count} ${count === 1 ? 'cell was' : 'cells were'} cut to the 32,767 characters that an Excel cell can have; other formats have the whole text`,
}
