CREATE TABLE "api_keys" (
	"id" text PRIMARY KEY,
	"user_id" text NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"permissions" jsonb NOT NULL,
	"store_ids" jsonb,
	"created_at" timestamp(3) with time zone NOT NULL,
	"last_used_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE TABLE "attempts" (
	"key" text PRIMARY KEY,
	"count" integer NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"token_hash" text PRIMARY KEY,
	"user_id" text NOT NULL,
	"purpose" text NOT NULL,
	"expires_at" timestamp(3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "owner_guard" (
	"id" text PRIMARY KEY,
	"owners" integer NOT NULL,
	CONSTRAINT "owner_guard_not_empty" CHECK ("owners" > 0)
);
--> statement-breakpoint
ALTER TABLE "audit_entries" ADD COLUMN "details" jsonb;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "email_notifications" boolean;--> statement-breakpoint
CREATE UNIQUE INDEX "api_keys_hash" ON "api_keys" ("token_hash");--> statement-breakpoint
CREATE INDEX "api_keys_user" ON "api_keys" ("user_id");--> statement-breakpoint
CREATE INDEX "attempts_expiry" ON "attempts" ("expires_at");--> statement-breakpoint
CREATE INDEX "mail_links_user" ON "mail_links" ("user_id");--> statement-breakpoint
ALTER TABLE "api_keys" ADD CONSTRAINT "api_keys_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;