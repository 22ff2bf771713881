/** The limits, defaults and durations of the product. Names include the unit, if any. */
export const limits = {
  pageSizes: [25, 50, 100, 250],
  defaultPageSize: 50,
  maxPageSize: 250,
  /** For lists of products with their variants, of which one product can have 2,048. */
  maxPageSizeWithVariants: 50,
  maxItems: { min: 1, max: 100_000, default: 50_000 },
  rowsPerProduct: { min: 0, max: 100, default: 0 },
  selectedProducts: 10_000,
  /** This many order ids, each with its store, fit into a request body. */
  selectedOrders: 3_500,
  /** The number of rows in a preview. */
  previewRows: 5,
  /** The limits of one product, from the stricter platform. `variants` is Shopify's maximum. */
  productEdit: { lineLength: 255, bodyLength: 65_535, tags: 250, options: 3, variants: 2_048, images: 250 },
  filterValues: 100,
  filterValueLength: 255,
  /** The maximum number of stores in one list of orders. */
  storesAtOnce: 50,
  cursorLength: 2_000,
  /** The cursor of a list over many stores has a position for each of them. */
  orderCursorLength: 12_000,
  searchLength: 500,
  nameLength: 100,
  emailLength: 254,
  assignments: 200,
  urlLength: 2_000,
  templateColumns: 200,
  /** The maximum number of metafields in one export. */
  metafieldColumns: 50,
  /** The maximum number of markets in one export. A page of 250 products with the prices of ten costs almost as much as Shopify allows; with all fields beside them it holds 31. */
  exportMarkets: 10,
  /** The longest name of a column is that of a metafield: its namespace has up to 255 characters, and its key 64. */
  columnLength: 330,
  /** The maximum number of one person's saved views, and of the characters of a view's search as JSON. */
  views: { perPerson: 100, searchLength: 8_000, fields: 50 },
  secretLength: 500,
  currencyLength: 3,
  defaultCurrency: 'USD',
  defaultTimezone: 'UTC',
  password: { min: 6, max: 128, commonRefused: 3_000 },
  searchPauseMs: 800,
  /**
   * Searches in the copy of all stores' products: the letters that one of the words needs, how far matches are counted, and how many equal products of other stores are shown.
   * The pause in typing joins only keys that come at once: the server answers faster than anybody types.
   */
  catalogue: { wordLength: 3, countAtMost: 10_000, same: 50, searchPauseMs: 10 },
  /**
   * Clashes between the catalogues of stores: codes that are compared at once, the variants of a code that are
   * shown at first, codes that are compared for one page, and for the count of a summary; the variants of all these
   * after which a page or a count ends with the code that was reached; how many clashes can be ignored, with reasons of which length; and the highest tolerance of prices, in percent.
   */
  clashes: {
    atOnce: 50,
    listed: 8,
    forPage: 3_000,
    forCount: 2_000,
    variantsRead: 20_000,
    ignored: 10_000,
    reasonLength: 200,
    tolerance: 1_000,
  },
  /**
   * The pause in typing after which the command palette asks the shops, from how many characters on, the most orders and products that it lists, and
   * how many orders it looks through.
   */
  palettePauseMs: 400,
  paletteFewest: 2,
  paletteHits: 5,
  paletteFetched: 20,
  /** The most of one's own exports that the command palette offers to run again. */
  paletteJobs: 10,
  freshMs: 5_000,
  settingsCacheMs: 60_000,
  productsCacheMs: 60_000,
  ordersCacheMs: 60_000,
  metadataCacheMs: 300_000,
  queryRetries: 1,
  deniedBannerMs: 5_000,
  registeredRedirectMs: 2_000,
  /** How long the announcement of a finished export is shown. */
  announcementMs: 8_000,
  exportDoneMs: 2_000,
  /** From this duration on, the dialog offers a background job instead of a download, which needs the dialog to stay open. */
  longExportSeconds: 60,
  callbackRedirectMs: { invite: 1_500, other: 1_000 },
  invitationRedirectMs: { accepted: 3_000, wrongLink: 2_000, refused: 3_000 },
  imageSavedMs: 1_000,
  sheetExportDoneMs: 3_000,
  warnedExportDoneMs: 5_000,
  sheetCheckPauseMs: 1_000,
  templateNoteMs: 2_000,
  orderTemplateNoteMs: 3_000,
  /** How long an approval in a shop may take, and its saving after that. */
  approvalMs: 10 * 60_000,
  /** The age from which the tokens of a shop that nobody calls are renewed. */
  quietTokenMs: 30 * 24 * 3_600_000,
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 24 * 3_600,
  /** The maximum lifetime of a session, even if it is used. */
  sessionSeconds: 90 * 24 * 3_600,
  /** How long a rotated refresh token still returns the same successor. */
  refreshGraceMs: 30_000,
  /** How long a proof of identity is enough for sensitive changes. */
  reauthenticateAfterMs: 15 * 60_000,
  renewWhenSecondsLeft: 90,
  renewBackoffMs: 200,
  renewWindowMs: 30_000,
  /** How often a browser checks whether an unreachable server is back. */
  availabilityMs: 2_000,
  bodyBytes: 256 * 1024,
  imageBodyBytes: 28 * 1024 * 1024,
  /**
   * The limits of one JSON body. Selections of products have the most values. `scalarLength`: characters of a number or a keyword, because
   * parsing a number of 1 MB takes 10 ms.
   */
  json: { depth: 32, values: 20_000, scalarLength: 1_000 },
  image: { bytes: 20 * 1024 * 1024, svgBytes: 200 * 1024, pixels: 25_000_000, avatarPixels: 256, logoPixels: 512, perHour: 30 },
  /** The process that decodes pictures: its time to start and to work, its memory, and the length of its queue. */
  imageProcess: { startMs: 10_000, workMs: 2_000, bytes: 512 * 1024 * 1024, waiting: 5 },
  /** The cache of list counts: the lifetime of a count, and the maximum number. */
  keptCounts: { ttlMs: 60_000, max: 10_000 },
  /**
   * The figures of the dashboard: how many days they go back, when an unfulfilled order is late, how long they are kept, how soon a failed
   * count is repeated, how many stores are kept, how many are listed at first, and how often a screen looks for newer ones.
   */
  orderFigures: {
    days: 14,
    overdueDays: 3,
    ttlMs: 300_000,
    retryMs: 60_000,
    stores: 1_000,
    listed: 10,
    pollMs: 60_000,
    watchMs: 2_000,
  },
  /** How long an answer is kept. `leaseMs`: how long an unanswered call counts as running; longer than any call takes. */
  idempotency: { hours: 24, leaseMs: 120_000 },
  batchSize: 20,
  /** For assistants: the maximum size of a result's text, and the items on a page where the call gives no limit. */
  tools: { resultBytes: 64 * 1024, pageSize: 20 },
  authCallsPerMinute: 100,
  /**
   * The maximum numbers of wrong passwords in ten minutes: from one network to one account, from one network in total, and to one account
   * from all networks. The last one does not apply to browsers that signed in to the account before.
   */
  signInTries: { accountFromNetwork: 10, network: 100, account: 100, seconds: 600 },
  knownDevicesPerPerson: 50,
  setupCodeLength: 200,
  /** The maximum number of setup codes in ten minutes, from one address and from all callers together. */
  setupCodeTries: { address: 10, all: 1_000, seconds: 600 },
  /** The lifetime of a ticket for the second step of sign-in, and how long a used code is remembered. */
  secondFactor: { ticketSeconds: 300, codeSeconds: 120, recoveryCodes: 10 },
  /** The maximum numbers of wrong codes: from one network in ten minutes, and from all networks in an hour. */
  codeTries: { network: 10, networkSeconds: 600, account: 50, accountSeconds: 3_600 },
  passkeys: 20,
  /** The maximum numbers of passwords that are hashed at once, which few processors make smaller, and that wait to be hashed. */
  hashing: { atOnce: 2, waiting: 60 },
  invitationHours: 7 * 24,
  passwordLinkHours: 2,
  /** The maximum number of invitations to one address, and of password links to it from one network. */
  mailsPerDay: 5,
  /** The maximum number of password links to one address. It does not apply to browsers that signed in to its account before. */
  linksPerDay: 20,
  invitesPerHour: 100,
  /** For one person. Google allows 60 a minute for all people together. */
  sheetChecksPerMinute: 10,
  /** Characters of a pasted key file. Google's have about 2400. */
  googleKeyLength: 20_000,
  apiKeys: 50,
  serviceAccounts: 100,
  apiKeyDays: { max: 365, default: 90 },
  /** How many calls of a key are kept, and how often each process writes the new ones. */
  keyCalls: { kept: 100, writtenEveryMs: 1_000 },
  /** How long the old key works beside its successor. */
  apiKeyOverlapHours: { max: 7 * 24, default: 24 },
  /** The precision of "last used" for keys and sessions. */
  useNotedEveryMs: 60_000,
  auditPage: 100,
  audit: {
    /** The maximum number of entries for one caller's refusals in a minute. Further refusals are only counted. */
    refusalsPerMinute: 100,
    /** The maximum size of an entry's details as JSON. Longer details are cut. */
    detailsBytes: 2_048,
    /** Enough for the ids of a few stores, by which the call can be found. */
    targetLength: 500,
    /** Enough for any valid name or e-mail address. */
    nameLength: 254,
    userAgentLength: 300,
    /** 0: for ever. */
    keepDays: 400,
  },
  /** For a person or an API key, and for all callers of one network address that are not signed in. */
  callsPerMinute: { caller: 3_000, address: 6_000 },
  /** The maximum number of calls of one person or API key that have no answer yet. */
  callsAtOnce: 100,
  /**
   * The stream of events: how many days it goes back, how many events are read at once and held in memory, how many streams a caller and a
   * process may have, how often new events are looked for and a silent stream is checked, and when a client reconnects.
   */
  events: { keepDays: 7, page: 100, held: 1_000, streams: { caller: 20, process: 2_000 }, lookMs: 1_000, silentMs: 15_000, retryMs: 2_000 },
  /**
   * Webhooks: their maximum number, how many calls run at once in a process and to one address, the time for an answer, how long a delivery
   * is tried and how long its record is kept, the length of a page of the log, for how long a replaced secret still signs, and how often
   * a screen looks after a delivery that is about to be sent.
   */
  webhooks: {
    max: 20,
    atOnce: 20,
    atOnceEach: 5,
    attemptMs: 15_000,
    tryHours: 24,
    keepDays: 30,
    page: 50,
    secretOverlapHours: 24,
    watchMs: 2_000,
  },
  /**
   * Destinations: their maximum number, recipients of a mail, characters of a private key and of a file name's pattern, the bytes of an
   * attachment, above which a mail has a link, and the time for one answer of a destination.
   */
  destinations: { max: 50, recipients: 10, keyLength: 20_000, patternLength: 200, attachmentBytes: 10 * 1024 * 1024, answerMs: 30_000 },
  /** The number of scheduled backups that are kept. */
  backupsKept: 14,
  /** How long obsolete records are kept, in days. */
  housekeeping: { unseenDevice: 180, endedApiKey: 30, keyCall: 30, mail: 30, catalogueChange: 90 },
  jobs: {
    page: 50,
    max: 100,
    perStore: 2,
    perUser: 2,
    /** Running jobs of one person's schedules. They do not count to `perUser`. */
    scheduledPerUser: 2,
    atOnce: 4,
    keepDays: 30,
    /** How long the record of a finished job is kept. 0: for ever. */
    recordDays: 90,
    /** The maximum number of one person's unfinished jobs, without downloads. */
    openPerUser: 50,
    /** `Retry-After` for a person who has this many. */
    retryAfterSeconds: 60,
    /** How long a silent worker counts as alive, and the interval of its sign of life. */
    leaseMs: 30_000,
    aliveEveryMs: 20_000,
    crashes: 3,
    /** How long a job is retried after temporary failures, and the maximum interval. */
    tryHours: 24,
    maxSecondsApart: 300,
    /** How long a failed job keeps its checkpoint. */
    keptHours: 24,
    recent: 5,
    /** How far back the list of failed exports goes, and how many of them it has. */
    failures: { days: 7, listed: 5 },
    /** The number of the viewer's newest exports whose end is announced. */
    followed: 50,
    pollMs: 30_000,
    watchMs: 2_000,
  },
} as const
