// The attacks on sign-in, invitations (A 1 to 24) and sessions (B 25 to 38), each with the tests that prove it fails.
const signIn = 'tests/server/sign-in-attacks.test.ts'
const held = 'tests/server/session-attacks.test.ts'
const auth = 'tests/server/auth.test.ts'
const lockout = 'tests/server/lockout.test.ts'
const rotation = 'tests/server/refresh-rotation.test.ts'
const invitations = 'tests/server/invitations.test.ts'
const users = 'tests/server/users.test.ts'
const thirdParty = 'tests/server/third-party.test.ts'
const mail = 'tests/server/mail.test.ts'
const timing = 'tests/prove/login-timing.prove.ts'
const browser = 'tests/e2e/invitation.spec.ts'

type Test = readonly [file: string, title: string]
/** `otherwise`: the part of the attack that does not apply here, and why. */
export type AuthCase = { number: number; attack: string; tests: readonly Test[]; otherwise?: string }

export const authCases: readonly AuthCase[] = [
  {
    number: 1,
    attack: 'finding out by a login who has an account',
    tests: [
      [signIn, 'a wrong password and an unknown address look the same in status, body, headers and cookies'],
      [timing, 'the time %s tells a known address from an unknown one in at most 55 of 100 cases'],
    ],
  },
  {
    number: 2,
    attack: 'finding out by registering who has an account',
    tests: [[signIn, 'registering an address with an account answers as for one that was invited, tells its owner, and changes nothing']],
    otherwise: 'an address that is not on the authorized list is told so: the product says "Access Restricted" to strangers on purpose',
  },
  {
    number: 3,
    attack: 'finding out by a password reset, with redirects smuggled in',
    tests: [
      [timing, 'the time %s tells a known address from an unknown one in at most 55 of 100 cases'],
      [signIn, 'a reset is answered alike for everybody, and what it may not carry is refused before anybody is looked for'],
      [invitations, 'a reset answers the same for a stranger, ends every session, and its link dies with use, time and deactivation'],
    ],
  },
  {
    number: 4,
    attack: 'guessing the password of one account from many claimed addresses',
    tests: [
      [invitations, 'ten wrong passwords close an account for a while, known or not, and the right one opens it afterwards'],
      [lockout, 'whoever guesses from one network has to wait there, while the person signs in from another'],
      [lockout, 'a crowd closes an account for strangers, and not for a browser that was in before'],
    ],
  },
  {
    number: 5,
    attack: 'guessing from a whole IPv6 network, or from one address in many spellings',
    tests: [[signIn, 'a thousand addresses of one network, and every spelling of one, are one caller']],
  },
  { number: 6, attack: 'other spellings of the path', tests: [[signIn, '%s is no way around']] },
  {
    number: 7,
    attack: 'registering without an invitation',
    tests: [[invitations, 'an address that was not invited is refused, and gets no mail']],
    otherwise: 'no account without rights comes to be: the authorized list refuses it at once',
  },
  {
    number: 8,
    attack: 'taking an address before its owner comes',
    tests: [
      [invitations, 'registering an invited address mails a link, and the password that it sets signs in'],
      [thirdParty, 'an invited person joins the invited record, which is confirmed by it'],
    ],
  },
  {
    number: 9,
    attack: 'an address that nobody vouches for, or that looks like another',
    tests: [
      [thirdParty, 'an address that the issuer does not vouch for joins nobody'],
      [signIn, '"%s" is no address in any form'],
    ],
  },
  {
    number: 10,
    attack: 'a forged, foreign or replayed way back from the issuer',
    tests: [[thirdParty, 'what comes back counts once, in the browser that went, and only as it was sent']],
  },
  {
    number: 11,
    attack: 'using an invitation twice, fifty times at once, or too late',
    tests: [
      [invitations, 'of fifty that accept one invitation at once, exactly one comes in'],
      [invitations, 'an invitation ends with its week, with the next one, with a deactivation and with its person'],
    ],
  },
  {
    number: 12,
    attack: 'using somebody’s invitation while signed in as another',
    tests: [[invitations, 'somebody else who is signed in does not use an invitation up']],
  },
  {
    number: 13,
    attack: 'asking for more rights in the acceptance',
    tests: [[invitations, 'half an invitation, garbage and extra fields bring nobody in']],
  },
  {
    number: 14,
    attack: 'inviting over an active account',
    tests: [[users, 'somebody active cannot be invited over, and stays as they were']],
  },
  {
    number: 15,
    attack: 'coming back with what one had before a deactivation',
    tests: [
      [users, 'inviting somebody deactivated brings them back with the new roles and without anything from before'],
      [users, 'level 90 neither brings back nor changes an owner, and gives no role above its own'],
    ],
  },
  {
    number: 16,
    attack: 'inviting somebody above oneself',
    tests: [
      [users, 'level 90 neither brings back nor changes an owner, and gives no role above its own'],
      [users, 'an admin of one store hands out that store and no other'],
    ],
  },
  {
    number: 17,
    attack: 'mail headers, several recipients and unreadable names in an invitation',
    tests: [
      [users, 'an invitation with %o is refused'],
      [mail, '%j is no address'],
    ],
  },
  {
    number: 18,
    attack: 'floods of invitations, and a mail server that is down',
    tests: [
      [users, 'no more than five mails a day go to one address'],
      [signIn, 'an inviter sends a hundred invitations an hour and no more'],
      [mail, 'with the server down nobody waits, and the mail goes out after the next start'],
    ],
  },
  {
    number: 19,
    attack: 'secrets of an invitation left in the address, the log or a referrer',
    tests: [
      [browser, 'leads from the mailed link to the login screen, once'],
      ['tests/components/sign-in.test.tsx', 'is refused with %s'],
      [held, 'over TLS the cookie is tied to the host, small, and out of reach for pages; every page carries the headers'],
    ],
  },
  { number: 20, attack: 'being sent elsewhere after the sign-in', tests: [[thirdParty, 'coming back to %s cannot be asked for']] },
  {
    number: 21,
    attack: 'a false Host on the first call after the start',
    tests: [
      [signIn, 'the links in mails go to our own address, whatever the first caller calls us; production does not start without one'],
    ],
  },
  {
    number: 22,
    attack: 'passwords that are short, common, endless or odd',
    tests: [
      [auth, 'registering with %o is refused'],
      [invitations, '%s is a password that everybody tries first'],
      [signIn, 'a password of a million characters is not even read; any signs are kept as they are'],
    ],
  },
  {
    number: 23,
    attack: 'routes of the provider that nobody thought of',
    tests: [
      [signIn, 'whatever routes the provider has or gains, only ours answer'],
      [auth, 'none of the provider’s many other routes can be reached'],
    ],
  },
  { number: 24, attack: 'naming somebody in the body of a call', tests: [[signIn, 'nobody becomes somebody by naming them in a body']] },
  {
    number: 25,
    attack: 'going on with a session that was signed out, also at another server',
    tests: [
      [held, 'signed out at one server is signed out at the other, at once'],
      [auth, 'signing out ends the session and all of its access tokens at once'],
    ],
  },
  {
    number: 26,
    attack: 'going on after a deactivation',
    tests: [
      [held, 'three sessions of somebody who is deactivated end with it, and none is renewed'],
      ['tests/server/jobs.test.ts', 'a deactivated person’s export ends at its next checkpoint'],
    ],
  },
  {
    number: 27,
    attack: 'going on with a right that was taken away',
    tests: [[auth, 'a right or a person taken away is gone with the very next call']],
  },
  {
    number: 28,
    attack: 'what is left of somebody deleted for good',
    tests: [[held, 'of somebody deleted for good, no session, no link and no invitation is left, and the record keeps an id alone']],
  },
  {
    number: 29,
    attack: 'going on after the password was changed',
    tests: [
      [invitations, 'a reset answers the same for a stranger, ends every session, and its link dies with use, time and deactivation'],
    ],
  },
  {
    number: 30,
    attack: 'a session laid into the browser beforehand',
    tests: [[held, 'a cookie laid into the browser beforehand is not the one that signing in gives']],
    otherwise: 'a change of roles does not rotate the session: rights are read anew with each call and never kept in it (case 27)',
  },
  {
    number: 31,
    attack: 'a stolen database, here or on another machine',
    tests: [[held, 'what lies in the database opens nothing, here or on a machine with another secret']],
  },
  {
    number: 32,
    attack: 'calls from pages of others',
    tests: [[held, 'no page of somebody else’s changes anything with our cookie, and no change is a GET']],
  },
  { number: 33, attack: 'reading from pages of others', tests: [[held, 'a page from %s may read nothing']] },
  {
    number: 34,
    attack: 'cookies and pages without their safeguards',
    tests: [[held, 'over TLS the cookie is tied to the host, small, and out of reach for pages; every page carries the headers']],
  },
  {
    number: 35,
    attack: 'odd tokens in odd places',
    tests: [
      [auth, 'tokens that are not ours are refused without a stumble'],
      [held, 'a header with %s opens nothing and upsets nothing'],
    ],
  },
  {
    number: 36,
    attack: 'clocks that leap',
    tests: [[held, 'a clock that leaps ends what is over and lengthens nothing']],
    otherwise: 'after eight days the access token is over, the session is not: it lives 30 days from its last use, and 90 at most',
  },
  {
    number: 37,
    attack: 'fifty calls at the moment of renewal',
    tests: [
      [auth, 'an access token ends after an hour, and fifty renewals at once all succeed on one session'],
      [rotation, 'tabs that renew one after the other, each with what it had, all go on'],
    ],
  },
  {
    number: 38,
    attack: 'being signed out by a refusal',
    tests: [
      [held, 'a refusal signs nobody out'],
      ['tests/server/stores.test.ts', 'a wrong token is our 422 with the store’s name, and signs nobody out'],
    ],
  },
]
