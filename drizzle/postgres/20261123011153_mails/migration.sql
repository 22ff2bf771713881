CREATE TABLE "mails" (
	"id" text PRIMARY KEY,
	"recipient" text NOT NULL,
	"sealed" text NOT NULL,
	"created_at" timestamp(3) with time zone NOT NULL,
	"run_at" timestamp(3) with time zone NOT NULL,
	"tries" integer NOT NULL,
	"claim" text,
	"lease_until" timestamp(3) with time zone,
	"failing_since" timestamp(3) with time zone,
	"refused_at" timestamp(3) with time zone
);
--> statement-breakpoint
CREATE INDEX "mails_waiting" ON "mails" ("refused_at","run_at");