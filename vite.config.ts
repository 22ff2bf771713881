import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { compression } from 'vite-plugin-compression2'
import { dialect } from './drizzle/dialect.ts'
import { onlyOnPostgres } from './scripts/postgres-tests.ts'
import { defineConfig } from 'vitest/config'
import { earlyParts } from './scripts/early-parts.ts'
import { partLoader } from './scripts/part-loader.ts'
import { productTitle } from './shared/brand.ts'
import { LongestFirst } from './tests/support/longest-first.ts'

// index.html names it.
process.env['VITE_PRODUCT_TITLE'] = productTitle

const server = `http://localhost:${process.env['PORT'] ?? 3000}`

/** What the login screen shares with the frame of the other screens. */
const basicParts =
  /\/(ActionIcon|Alert|Anchor|Button|Group|Stack|Text|Title|use-resolved-styles-api)\.mjs$|client\/(ui\/(banner|lazy-behind|product-mark)|screens\/auth\/fragment)\.tsx?$|shared\/screen-messages\.ts$/

/** What it shares with the lists. */
const inputParts = /\/(InputBase|TextInput|use-uncontrolled)\.mjs$/

/** What else the login screen imports. */
const signInParts = /screens\/auth\/(login|auth-card|google-button|passkey-button|password-form)\.tsx$|\/Divider\.mjs$/

/** What every other screen needs. */
const appParts = /client\/((app|all-screens|ui\/text-link)\.tsx|session\/answers\.ts)$|\/(useLocation\.js|create-safe-context\.mjs)$/

/** What every screen behind the sign-in needs, and the dashboard, which is the first of them. */
const frameParts = /client\/(shell\/(sidebar|frame)\.tsx|screens\/dashboard\/(?!catalogue-figures|welcome|setup|hidden-setup).+\.tsx?)$/

/** What forms need, and lists do not. */
const formParts = /@mantine\/form\/|client\/ui\/(form|code-field)\.tsx?$/

/** What dialogs need, and the screens behind them do not. */
const dialogParts =
  /\/Modal(Base)?\/|react-remove-scroll|react-style-singleton|use-sidecar|use-callback-ref|get-nonce|client\/ui\/(confirm|dialog|form-dialog|form-foot)\.tsx/

/** What a searched select brings, which the lists do without. */
const selectParts =
  /\/(Select|Combobox(?!\/(ComboboxChevron|Combobox\.module)))\/|find-element-in-shadow-dom|client\/ui\/search-select\.tsx$/

/** What lists need once a product or an order is open, or a filter is used. */
const laterListParts =
  /client\/ui\/(detail-panel|side-panel|panel-keys|neighbours|section|choice-list|filter-chips|filter-menu|search-box)\.|\/(Drawer|Pill)\//

/** What exports and their schedules need, and the lists do not. */
const exportParts =
  /\/shared\/(schedule|sheet-|export|order-export|order-columns|market-|format-messages|destination|file-name-pattern)|format\/(job|schedule)-words|ui\/check-list/

export default defineConfig({
  root: 'client',
  // The server sends the compressed copies, so that it compresses nothing while it serves.
  plugins: [
    react(),
    partLoader(fileURLToPath(import.meta.resolve('#client/load-part.ts'))),
    earlyParts('/screens/auth/login.tsx', '/all-screens.tsx'),
    compression({ algorithms: ['brotliCompress', 'gzip'], threshold: 1_024 }),
  ],
  build: {
    outDir: '../dist/client',
    emptyOutDir: true,
    manifest: true,
    // tests/client/bundle.test.ts holds the sizes.
    chunkSizeWarningLimit: 1_000,
    rolldownOptions: {
      // Files of shared/ only define. So a screen loads those whose values it uses, also where shared/messages.ts lists all of them.
      treeshake: { moduleSideEffects: [{ test: /\/shared\/[\w-]+\.ts$/, sideEffects: false }] },
      output: {
        codeSplitting: {
          groups: [
            // In one file with its settings, so that they hold before any schema is made.
            { name: 'zod', test: /node_modules\/zod\/|client\/zod-config/, priority: 8 },
            { name: 'first', tags: ['$initial'], priority: 7 },
            { name: 'basics', test: basicParts, priority: 6 },
            { name: 'inputs', test: inputParts, priority: 5.5 },
            // With what it imports, and nothing of the other screens.
            { name: 'sign-in', test: signInParts, priority: 5 },
            { name: 'app', test: appParts, priority: 4.8 },
            { name: 'frame', test: frameParts, priority: 4.6 },
            { name: 'forms', test: formParts, priority: 4.4 },
            // Layers, of which each imports only those above it. Files that cross layers would import each other in circles.
            {
              name: 'packages',
              test: (id: string) =>
                id.includes('node_modules') && ![dialogParts, selectParts, laterListParts].some((parts) => parts.test(id)),
              minShareCount: 5,
              priority: 4,
            },
            { name: 'selects', test: selectParts, minShareCount: 2, priority: 3.5 },
            { name: 'dialogs', test: dialogParts, minShareCount: 2, priority: 3 },
            {
              name: 'parts',
              test: (id: string) =>
                /client\/(ui|format)\/|\/shared\//.test(id) && ![selectParts, exportParts, laterListParts].some((parts) => parts.test(id)),
              minShareCount: 3,
              priority: 2,
            },
            // What the same screens share, in one file.
            { name: 'shared', minShareCount: 2, entriesAware: true, priority: 1 },
          ],
        },
      },
    },
    // The oldest browsers that are supported. index.html and the README name them.
    target: ['chrome111', 'edge111', 'firefox115', 'safari16.4', 'ios16.4'],
  },
  server: {
    port: 5173, // As expressions: a plain '/api' would take the module /api.ts along.
    proxy: { '^/api/': server, '^/trpc/': server, '^/docs(/|$)': server, '^/mcp$': server },
  },
  test: {
    root: '.',
    // Of two cores vitest would leave one idle, for an editor that is not there.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // A simulated page has no layout, so Mantine's menus find nothing that could have the focus, and print the whole page.
    onConsoleLog: (log) => !log.includes('use-focus-trap'),
    projects: [
      {
        test: {
          name: 'server',
          environment: 'node',
          include: ['tests/**/*.test.ts'],
          exclude: dialect === 'postgres' ? [] : onlyOnPostgres,
          // Files share two processes, so that modules load twice and not once a file: a quarter less CPU. Each test has a world of its own.
          isolate: false,
          // Real sockets and database files on two cores: generous, so that only a hang is a failure.
          testTimeout: 30_000,
          hookTimeout: 60_000,
          expect: { poll: { timeout: 20_000, interval: 20 } },
          // As in the browser: what needed a second try is named at the end. Where chance is the point (kills, races) there is none.
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      // Screens and components in a simulated page, which starts in a tenth of a browser's time. The browser's tests see what they look like.
      {
        test: {
          name: 'components',
          environment: 'jsdom',
          include: ['tests/components/*.test.tsx'],
          setupFiles: ['tests/components/page.ts'],
          isolate: false,
          testTimeout: 30_000,
          retry: process.env['CI'] ? 1 : 0,
        },
      },
      // Measured on a quiet machine when a proof is asked for, see scripts/prove-auth.ts.
      { test: { name: 'prove', environment: 'node', include: ['tests/prove/*.prove.ts'], testTimeout: 1_800_000, hookTimeout: 60_000 } },
    ],
  },
})
