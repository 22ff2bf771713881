CREATE TABLE "catalogue_stores" (
	"store_id" text PRIMARY KEY,
	"is_on" boolean NOT NULL,
	"shop" text,
	"owner" text,
	"lease_until" timestamp(3) with time zone,
	"due_at" timestamp(3) with time zone NOT NULL,
	"rebuild_wanted_at" timestamp(3) with time zone,
	"filled_at" timestamp(3) with time zone,
	"checked_at" timestamp(3) with time zone,
	"changed_at" timestamp(3) with time zone,
	"mark" timestamp(3) with time zone,
	"compared_at" timestamp(3) with time zone,
	"differences" integer,
	"problem" text,
	"failures" integer NOT NULL
);
--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD CONSTRAINT "catalogue_stores_store_id_stores_id_fkey" FOREIGN KEY ("store_id") REFERENCES "stores"("id") ON DELETE CASCADE;