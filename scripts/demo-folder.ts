/** The folder of the demo's database, files and mails, unless DATA_DIR is set. */
export const demoFolder = './data/demo'
