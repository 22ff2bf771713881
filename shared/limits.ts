/** Every number of the product that somebody may want to know, with its unit in the name where it has one. */
export const limits = {
  pageSizes: [25, 50, 100, 250],
  defaultPageSize: 50,
  maxPageSize: 250,
  maxItems: { min: 1, max: 100_000, default: 50_000 },
  rowsPerProduct: { min: 0, max: 100, default: 0 },
  selectedProducts: 10_000,
  /** As many as fit into a body, each with its store. */
  selectedOrders: 3_500,
  /** The number of rows in a preview. */
  previewRows: 5,
  /** What one product may have, by the stricter of the platforms. */
  /** `variants`: as many as Shopify takes of one product. */
  productEdit: { lineLength: 255, bodyLength: 65_535, tags: 250, options: 3, variants: 2_048, images: 250 },
  filterValues: 100,
  /** Stores in one list of orders. */
  storesAtOnce: 50,
  /** A list over many stores carries a place for each of them. */
  orderCursorLength: 12_000,
  searchLength: 500,
  nameLength: 100,
  emailLength: 254,
  assignments: 200,
  urlLength: 2_000,
  templateColumns: 200,
  secretLength: 500,
  currencyLength: 3,
  defaultCurrency: 'USD',
  defaultTimezone: 'UTC',
  password: { min: 6, max: 128, commonRefused: 3_000 },
  searchPauseMs: 800,
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
  /** From how long on the background is offered in the place of a dialog that has to stay open. */
  longExportSeconds: 60,
  callbackRedirectMs: { invite: 1_500, other: 1_000 },
  invitationRedirectMs: { accepted: 3_000, wrongLink: 2_000, refused: 3_000 },
  imageSavedMs: 1_000,
  sheetExportDoneMs: 3_000,
  warnedExportDoneMs: 5_000,
  sheetCheckPauseMs: 1_000,
  templateNoteMs: 2_000,
  orderTemplateNoteMs: 3_000,
  accessTokenSeconds: 3_600,
  refreshTokenSeconds: 30 * 24 * 3_600,
  /** When a session ends for good, however much it is used. */
  sessionSeconds: 90 * 24 * 3_600,
  /** How long a rotated refresh token still returns the same successor. */
  refreshGraceMs: 30_000,
  /** How long after a proof of who one is nothing is asked again. */
  reauthenticateAfterMs: 15 * 60_000,
  renewWhenSecondsLeft: 90,
  renewBackoffMs: 200,
  renewWindowMs: 30_000,
  /** How often a browser checks whether an unreachable server is back. */
  availabilityMs: 2_000,
  bodyBytes: 256 * 1024,
  imageBodyBytes: 28 * 1024 * 1024,
  /** Of one JSON body. Selections of products hold the most values. */
  /** `scalarLength`: signs of a number or a word; a number of a megabyte takes the parser ten milliseconds. */
  json: { depth: 32, values: 20_000, scalarLength: 1_000 },
  image: { bytes: 20 * 1024 * 1024, svgBytes: 200 * 1024, pixels: 25_000_000, avatarPixels: 256, logoPixels: 512, perHour: 30 },
  /** The process that reads a picture: how long it may start and work, what memory it may take, and how many pictures wait for it. */
  imageProcess: { startMs: 10_000, workMs: 2_000, bytes: 512 * 1024 * 1024, waiting: 5 },
  /** How long an answer is kept, and how long a call without one is taken to be under way: longer than any takes. */
  /** Counts of lists: how long one is kept, and how many at most. */
  keptCounts: { ttlMs: 60_000, max: 10_000 },
  idempotency: { hours: 24, leaseMs: 120_000 },
  batchSize: 20,
  authCallsPerMinute: 100,
  /**
   * Wrong passwords in ten minutes: from a network to one account, from a network in all, and to an account from everywhere. The
   * last does not bind browsers that signed in to it before.
   */
  signInTries: { accountFromNetwork: 10, network: 100, account: 100, seconds: 600 },
  knownDevicesPerPerson: 50,
  setupCodeLength: 200,
  /** The maximum number of setup codes in ten minutes, from one address and from all callers together. */
  setupCodeTries: { address: 10, all: 1_000, seconds: 600 },
  /** How long a ticket for the second step of sign-in is good, and how long an app's code is remembered as used. */
  secondFactor: { ticketSeconds: 300, codeSeconds: 120, recoveryCodes: 10 },
  /** Wrong codes from one network in ten minutes, and from everywhere in an hour. */
  codeTries: { network: 10, networkSeconds: 600, account: 50, accountSeconds: 3_600 },
  passkeys: 20,
  /** The maximum numbers of passwords that are hashed at once, and that wait to be hashed. */
  hashing: { atOnce: 2, waiting: 60 },
  invitationHours: 7 * 24,
  passwordLinkHours: 2,
  /** Invitations to an address, and as many password links to it from one network. */
  mailsPerDay: 5,
  /** Password links to an address, but for browsers that signed in to its account before. */
  linksPerDay: 20,
  invitesPerHour: 100,
  /** By one person; Google allows 60 a minute to everybody together. */
  sheetChecksPerMinute: 10,
  apiKeys: 50,
  apiKeyDays: { max: 365, default: 90 },
  /** How exact "last used" is, of a key and of a session. */
  useNotedEveryMs: 60_000,
  auditPage: 100,
  audit: {
    /** Entries about refusals that one caller leaves in a minute; the rest is only counted. */
    refusalsPerMinute: 100,
    /** Of an entry's details as JSON; what is longer is cut. */
    detailsBytes: 2_048,
    /** Room for the ids of a few stores, which is enough to find the call again. */
    targetLength: 500,
    /** Room for any name or e-mail address that is allowed. */
    nameLength: 254,
    userAgentLength: 300,
    /** 0: for ever. */
    keepDays: 400,
  },
  /** By a person or an API key, and by everybody at an address who is not signed in. */
  callsPerMinute: { caller: 3_000, address: 6_000 },
  /** How long what nobody needs any more is kept, in days. */
  housekeeping: { unseenDevice: 180, endedApiKey: 30, mail: 30 },
  jobs: {
    page: 50,
    max: 100,
    perStore: 2,
    perUser: 2,
    atOnce: 4,
    keepDays: 30,
    /** How long the record of a finished job is kept; 0: for ever. */
    recordDays: 90,
    /** Jobs of one person that have not ended, downloads apart. */
    openPerUser: 50,
    /** How long somebody with that many is told to wait. */
    retryAfterSeconds: 60,
    /** How long a worker that is not heard of is taken to be there, and how often it says so. */
    leaseMs: 30_000,
    aliveEveryMs: 10_000,
    crashes: 3,
    /** How long failures that may pass are tried again, and how far apart at most. */
    tryHours: 24,
    maxSecondsApart: 300,
    /** How long a failed job keeps what it would go on from. */
    keptHours: 24,
    recent: 5,
    /** One's own newest exports whose end is announced. */
    followed: 50,
    pollMs: 30_000,
    watchMs: 2_000,
  },
} as const
