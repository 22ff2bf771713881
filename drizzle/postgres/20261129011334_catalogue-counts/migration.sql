ALTER TABLE "catalogue_stores" ADD COLUMN "counted_at" timestamp(3) with time zone;--> statement-breakpoint
ALTER TABLE "catalogue_stores" ADD COLUMN "short_by" integer;