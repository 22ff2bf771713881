CREATE TABLE "notifications" (
	"id" text PRIMARY KEY,
	"user_id" text NOT NULL,
	"problem_key" text NOT NULL,
	"open_key" text,
	"kind" text NOT NULL,
	"text" jsonb NOT NULL,
	"link" text NOT NULL,
	"store_ids" jsonb NOT NULL,
	"first_seen_at" timestamp(3) with time zone NOT NULL,
	"last_seen_at" timestamp(3) with time zone NOT NULL,
	"count" integer NOT NULL,
	"read_at" timestamp(3) with time zone,
	"solved_at" timestamp(3) with time zone,
	"mailed_at" timestamp(3) with time zone
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "problem_mails" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest_timezone" text;--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "digest_due_at" timestamp(3) with time zone;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_open" ON "notifications" ("user_id","open_key");--> statement-breakpoint
CREATE INDEX "notifications_seen" ON "notifications" ("user_id","first_seen_at","id");--> statement-breakpoint
CREATE INDEX "notifications_problem" ON "notifications" ("open_key");--> statement-breakpoint
CREATE INDEX "notifications_unmailed" ON "notifications" ("mailed_at");--> statement-breakpoint
CREATE INDEX "notifications_age" ON "notifications" ("last_seen_at");--> statement-breakpoint
ALTER TABLE "notifications" ADD CONSTRAINT "notifications_user_id_users_id_fkey" FOREIGN KEY ("user_id") REFERENCES "users"("id") ON DELETE CASCADE;