/** Where the demo keeps its database, files and mails, unless DATA_DIR names another folder. */
export const demoFolder = './data/demo'
