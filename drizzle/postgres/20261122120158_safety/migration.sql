CREATE TABLE "audit_seals" (
	"minute" timestamp(3) with time zone PRIMARY KEY,
	"entries" integer NOT NULL,
	"previous_hash" text NOT NULL,
	"hash" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" text,
	"key" text,
	"seen_at" timestamp(3) with time zone NOT NULL,
	CONSTRAINT "known_devices_pkey" PRIMARY KEY("user_id","key")
);
--> statement-breakpoint
CREATE TABLE "passkeys" (
	"id" text PRIMARY KEY,
	"name" text,
	"public_key" text NOT NULL,
	"user_id" text NOT NULL,
	"credential_id" text NOT NULL,
	"counter" integer NOT NULL,
	"device_type" text NOT NULL,
	"backed_up" boolean NOT NULL,
	"transports" text,
	"created_at" timestamp(3) with time zone,
	"aaguid" text
);
--> statement-breakpoint
CREATE TABLE "two_factors" (
	"id" text PRIMARY KEY,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"user_id" text NOT NULL,
	"verified" boolean,
	"failed_verification_count" integer,
	"locked_until" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "api_keys" ADD COLUMN "expires_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "actor_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "target_name" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "address" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "user_agent" text;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "repeats" integer;--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "fold_key" text;--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "api_key_id" text;--> statement-breakpoint
DELETE FROM "idempotency_keys";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD COLUMN "lease_until" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "authenticated_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "generation" integer;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "rotated_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "two_factor_enabled" boolean;--> statement-breakpoint
ALTER TABLE "idempotency_keys" DROP CONSTRAINT "idempotency_keys_pkey";--> statement-breakpoint
ALTER TABLE "idempotency_keys" ADD PRIMARY KEY ("user_id","api_key_id","key");--> statement-breakpoint
CREATE UNIQUE INDEX "audit_entries_fold" ON "audit_entries" ("fold_key");--> statement-breakpoint
CREATE INDEX "idempotency_keys_created" ON "idempotency_keys" ("created_at");--> statement-breakpoint
CREATE INDEX "known_devices_seen" ON "known_devices" ("seen_at");--> statement-breakpoint
CREATE UNIQUE INDEX "passkeys_credential" ON "passkeys" ("credential_id");--> statement-breakpoint
CREATE INDEX "passkeys_user" ON "passkeys" ("user_id");--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" ("expires_at");--> statement-breakpoint
CREATE UNIQUE INDEX "two_factors_user" ON "two_factors" ("user_id");--> statement-breakpoint
CREATE INDEX "jobs_finished" ON "jobs" ("finished_at");--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "passkeys" ADD CONSTRAINT "passkeys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;